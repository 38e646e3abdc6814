export { type Answer, undocumented } from './documented.ts'
