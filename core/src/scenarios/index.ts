export * from './scenarios.ts'
