const markup = {
  comment: /(?<!:)\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/,
  string: /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/,
  tag: /<[/?]?[a-z][\w:-]*|(?<!=)[/?]?>/,
}
const patterns = {
  ...markup,
  keyword:
    /\b(?:import|from|const|let|await|async|for|of|if|else|return|new|try|catch|throw|function|null|true|false|instanceof)\b/,
  number: /\b\d[\d_]*\b/,
}

function anyOf(patterns: Record<string, RegExp>): RegExp {
  const named = Object.entries(patterns).map(([name, { source }]) => `(?<${name}>${source})`)
  return new RegExp(named.join('|'), 'g')
}

const inXml = anyOf(markup)
const inCode = anyOf(patterns)

/** Returns code as HTML with a class of code.css for each kind of token: JavaScript, HTML, XML and commands of a shell. */
export function highlight(code: string): string {
  let html = ''
  let end = 0
  for (const match of code.matchAll(code.startsWith('<?xml') ? inXml : inCode)) {
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
