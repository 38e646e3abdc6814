/** Text that is markup already. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

type Value = string | Html | readonly Html[]

/** Markup with every string in it escaped, because captions come from strangers. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, index) => (index === 0 ? part : markup(values[index - 1]) + part)).join(''),
  )
}

function markup(value: Value | undefined): string {
  return typeof value === 'string' ? escaped(value) : [value].flat().join('')
}

function escaped(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
