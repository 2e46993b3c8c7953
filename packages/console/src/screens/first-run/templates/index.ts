import { apiDocs } from './api-docs.ts'
import { handbook } from './handbook.ts'
import { productDocs } from './product-docs.ts'

export const templates = [handbook, productDocs, apiDocs] as const
