const longest = 120

/**
 * The first line of a caption that says something, without the hashtags at its end and cut between
 * words; empty when no line does.
 */
export function excerpt(caption: string): string {
  const lines = caption
    .split(/[\r\n]+/)
    .map((line) => line.replace(/(\s*#[^\s#]+)+\s*$/, '').trim())
  const telling = lines.find((line) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(line))
  return shortened(telling ?? '')
}

/** By characters, not code units, which would split an emoji; also where a script has no spaces. */
function shortened(line: string) {
  const characters = [...line]
  if (characters.length <= longest) return line
  const start = characters.slice(0, longest).join('')
  const words = characters[longest] === ' ' ? start : start.replace(/\s+\S*$/, '')
  return `${words.replace(/[\p{P}\s]+$/u, '')}…`
}
