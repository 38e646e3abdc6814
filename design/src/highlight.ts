const patterns = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/,
  string: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/,
  tag: /<\/?[a-z][\w-]*|\/?>/,
  keyword:
    /\b(?:import|from|const|let|await|async|for|of|if|else|return|new|try|catch|throw|function|null|true|false|instanceof)\b/,
  number: /\b\d[\d_]*\b/,
}
const all = new RegExp(
  Object.entries(patterns)
    .map(([name, { source }]) => `(?<${name}>${source})`)
    .join('|'),
  'g',
)

/** Returns code as HTML with a class of code.css for each kind of token: JavaScript, HTML and commands of a shell. */
export function highlight(code: string): string {
  let html = ''
  let end = 0
  for (const match of code.matchAll(all)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0]
    html += escapeHtml(code.slice(end, match.index))
    html += `<span class="code-${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
