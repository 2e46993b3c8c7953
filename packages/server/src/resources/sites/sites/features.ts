import { customizationFeatures, type Site } from '@stemma/contract'

type Feature = Site['features'][number]

/** What clients ask a plan for: nothing is held back, so every site has all of it. */
export function features(plan: Site['type']): Feature[] {
  return ids.map((id) => ({
    id,
    plan,
    frozen: false,
    ...(id === 'sites-advanced-customization' && { customizations: [...customizationFeatures] }),
  }))
}

const ids: readonly Feature['id'][] = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-api-playground',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-embed',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-page-feedback',
  'sites-pdf-export',
  'sites-public-visibility',
  'sites-redirects',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
]
