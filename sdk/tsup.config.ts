import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  sourcemap: true,
  clean: true,
  treeshake: true,
  // The contract is private to this repository, so its facts travel inside the package.
  noExternal: ['@photofeed/openapi'],
  // `dts.resolve` does not understand `exports`, so the declarations find the contract by path.
  dts: { compilerOptions: { paths: { '@photofeed/openapi': ['../openapi/src/index.ts'] } } },
})
