import { defineEcConfig } from '@astrojs/starlight/expressive-code'
import { codeThemes } from './code-theme.ts'

/** The search would show fragments of code as excerpts. */
const withoutSearch = {
  name: 'without-search',
  hooks: {
    postprocessRenderedBlock({ renderData }) {
      renderData.blockAst.properties.dataPagefindIgnore = ''
    },
  },
}

export default defineEcConfig({
  plugins: [withoutSearch],
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
