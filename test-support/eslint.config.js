import astro from 'eslint-plugin-astro'
import hooks from 'eslint-plugin-react-hooks'
import svelte from 'eslint-plugin-svelte'
import vue from 'eslint-plugin-vue'
import { configs, parser } from 'typescript-eslint'

const projectOptions = {
  project: true,
  tsconfigRootDir: process.cwd(),
  extraFileExtensions: ['.astro', '.svelte', '.vue'],
}
const scripts = ['**/*.{ts,tsx}']
const components = ['**/*.{astro,svelte,vue}']

export default [
  // What builds and generators write, and their settings.
  { ignores: ['**/.*/**', '**/{build,dist,generated}/**', '**/*.gen.ts', '**/*.config.*'] },
  ...configs.strictTypeChecked.map((config) => ({ ...config, files: [...scripts, ...components] })),
  ...astro.configs['flat/recommended'],
  ...svelte.configs['flat/recommended'],
  ...vue.configs['flat/essential'],
  { files: scripts, languageOptions: { parserOptions: projectOptions } },
  { files: components, languageOptions: { parserOptions: { ...projectOptions, parser } } },
  // The type of an element is unknown in the markup of Astro.
  { files: ['**/*.astro'], rules: { '@typescript-eslint/no-unsafe-return': 'off' } },
  { ...hooks.configs.flat.recommended, files: ['**/*.tsx'] },
]
