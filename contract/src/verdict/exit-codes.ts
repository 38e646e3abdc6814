/** The exit codes of the command; 3 and 4 say nothing about the deployment. */
export const exitCodes = {
  passed: { code: 0, meaning: 'every must that the accounts make decidable passes' },
  failed: { code: 1, meaning: 'a rule at or above --fail-on fails and is not in the baseline' },
  usage: { code: 2, meaning: 'an argument, an option or the baseline file is wrong' },
  unreachable: { code: 3, meaning: 'nothing responds there, or something else than the service' },
  undecided: {
    code: 4,
    meaning:
      'too little was decided: no key reads an account, requests got no response, a limit was reached, or --require names what was not decided',
  },
  defect: { code: 70, meaning: 'an error of the checker itself; its stack is printed' },
} as const
