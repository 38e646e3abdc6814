import { defineEcConfig } from '@astrojs/starlight/expressive-code'
import { codeThemes } from './code-theme.ts'

/** The search finds words of code after those of the text. */
const searchedLast = {
  name: 'searched-last',
  hooks: {
    postprocessRenderedBlock({ renderData }) {
      renderData.blockAst.properties.dataPagefindWeight = '0.3'
    },
  },
}

export default defineEcConfig({
  plugins: [searchedLast],
  defaultProps: {
    // Lines that scroll would need a focus and a name for each block.
    wrap: true,
    // A command needs no drawing of a window.
    overridesByLang: { sh: { frame: 'none' } },
  },
  themes: codeThemes,
  styleOverrides: {
    borderRadius: '0.625rem',
    borderColor: 'var(--line)',
    codeFontSize: '0.8438rem',
    frames: { frameBoxShadowCssValue: 'none' },
  },
})
