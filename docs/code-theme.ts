import { colors } from '@photofeed/design'

/** What tokens of code are, as TextMate names them, and their colors. */
const scopes = {
  quiet: ['comment', 'punctuation.definition.comment'],
  good: ['string', 'punctuation.definition.string', 'markup.inserted'],
  caution: ['constant', 'variable.other.constant', 'support.constant'],
  accent: ['keyword', 'storage', 'entity.name.tag', 'support.type.property-name'],
  ink: ['keyword.operator'],
  bad: ['markup.deleted', 'invalid'],
} as const

/** The themes of code blocks: the colors of code in the playground, the explorer and live examples. */
export const codeThemes = (['dark', 'light'] as const).map((type) => {
  const colorOf = (name: keyof typeof colors) => colors[name][type === 'light' ? 0 : 1]
  return {
    name: `photofeed-${type}`,
    type,
    colors: { 'editor.background': colorOf('sunken'), 'editor.foreground': colorOf('ink') },
    tokenColors: Object.entries(scopes).map(([name, scope]) => ({
      scope: [...scope],
      settings: { foreground: colorOf(name as keyof typeof scopes) },
    })),
  }
})
