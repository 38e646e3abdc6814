export { clip, type Picture, pictures } from './pictures.ts'
export { type PlatformFile, parsePlatformUrl, signedUrl } from './platform.ts'
export { createRandom, type Random } from './random.ts'
export {
  type ScenarioAccount,
  type ScenarioOptions,
  scenarioAccount,
} from './scenario-account.ts'
export * from './scenarios.ts'
