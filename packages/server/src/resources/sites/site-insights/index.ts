export { type Insight, openInsight } from './counting.ts'
