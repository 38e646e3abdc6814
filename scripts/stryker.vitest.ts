import config from '../vitest.config.ts'

/** The unit tests: others need a build or a database. */
export default config({ mode: 'unit', command: 'serve' })
