/** What the command's exit code tells; 3 and 4 are no verdict about the deployment. */
export const exitCodes = {
  kept: { code: 0, meaning: 'every must that could be decided holds' },
  broken: { code: 1, meaning: 'a rule at or above --fail-on is broken and not in the baseline' },
  usage: { code: 2, meaning: 'an argument, an option or the baseline file is wrong' },
  unreachable: { code: 3, meaning: 'nothing answers there, or something else than the service' },
  'nothing-checked': { code: 4, meaning: 'no key reads an account, or no must was decided' },
  defect: { code: 70, meaning: 'an error of the checker itself; its stack is printed' },
} as const
