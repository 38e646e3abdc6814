export { type LoadedData, loadData } from './load-data.ts'
