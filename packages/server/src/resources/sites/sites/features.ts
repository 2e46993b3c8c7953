import { customizationFeatures, type Site } from '@stemma/contract'

type Feature = Site['features'][number]

/** The plan features that clients ask for. Nothing is restricted, so every site has all of them. */
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
