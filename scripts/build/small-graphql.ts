import type { Plugin } from 'esbuild'

/** A parser and printer of a quarter of the size; graphql-request needs both. */
export const smallGraphql: Plugin = {
  name: 'small-graphql',
  setup(build) {
    build.onResolve({ filter: /^graphql$/ }, () =>
      build.resolve('@0no-co/graphql.web', {
        resolveDir: import.meta.dirname,
        kind: 'import-statement',
      }),
    )
  },
}
