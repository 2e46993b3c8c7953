import type { Site } from '@stemma/contract'
import { useState } from 'react'
import { consoleUrl, sitesUrl } from '../../../app/base.ts'
import { Notice } from '../../../kit/notice.tsx'
import { Segments } from '../../../kit/segments.tsx'
import './preview.css'

interface PreviewProps {
  readonly site: Site
  /** Settings to show instead of the saved ones, each as a whole. */
  readonly settings?: object | undefined
  /** What is known about the visitor. */
  readonly claims?: object
  /** Changes when the site was saved, so that it is drawn again. */
  readonly version?: unknown
}

const widths = [
  { name: 'desktop', words: 'Desktop' },
  { name: 'phone', words: 'Phone' },
] as const

/** The site itself in a frame, which can reach nothing of the console. */
export function Preview({ site, settings, claims, version }: PreviewProps) {
  const [width, setWidth] = useState<(typeof widths)[number]['name']>('desktop')
  const src = addressOf(site, { settings, claims })
  if (site.siteSpaces === 0) return <p className="preview-empty">Add a space to see the site here.</p>
  return (
    <div className="preview">
      <div className="preview-bar">
        <span className="cut">{site.title}</span>
        <Segments label="Width" value={width} options={widths} onChange={setWidth} />
      </div>
      {sitesUrl.origin !== consoleUrl.origin && (
        <Notice icon="info">
          <p>Sites are on another host. If nothing appears, open the site once and sign in there.</p>
        </Notice>
      )}
      <div className="preview-stage" data-width={width}>
        <iframe
          key={`${src} ${JSON.stringify(version)}`}
          title={`Preview of ${site.title}`}
          src={src}
          sandbox="allow-scripts"
        />
      </div>
    </div>
  )
}

/** Where the server draws a site with what is tried out. */
function addressOf({ basename, id }: Site, tried: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(tried))
  const name = btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return `${sitesUrl.href}/${encodeURIComponent(basename ?? id)}/~site/try/${name}`
}
