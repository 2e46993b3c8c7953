import { chapters, type SamplePage, textOf } from './outline.ts'

/** Not dependencies of ours: the first run installs exactly these, and later runs keep them. */
export const peerVersions = {
  astro: '7.3.5',
  '@astrojs/starlight': '0.42.4',
  '@astrojs/node': '11.1.6',
  vitepress: '1.6.4',
}

/** The text of each file of a project, by its path. */
export type Files = Readonly<Record<string, string>>

/** Starlight as its documentation sets it up. On request, Astro's adapter for Node draws its pages. */
export function starlightFiles({ isOnRequest }: { readonly isOnRequest: boolean }): Files {
  const sidebar = chapters.map((pages, index) => ({
    label: `Chapter ${index + 1}`,
    items: pages.map(({ title, ...page }) => ({ label: title, slug: slugOf(page) })),
  }))
  const options = { title: 'Docs', sidebar, ...(isOnRequest && { prerender: false, pagefind: false }) }
  const adapter = isOnRequest ? "output: 'server', adapter: node({ mode: 'standalone' })," : ''
  const config = `import { defineConfig } from 'astro/config'
import node from '@astrojs/node'
import starlight from '@astrojs/starlight'

export default defineConfig({ ${adapter} integrations: [starlight(${JSON.stringify(options)})] })
`
  const collection = `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`
  const pages = chapters.flat().map((page): [string, string] => {
    const head = `---\ntitle: ${page.title}\n---\n\n`
    return [`src/content/docs/${slugOf(page)}.mdx`, `${head}${textOf(page, 'page.starlight.mdx')}`]
  })
  return {
    // Astro bundles the integrations that it finds among the dependencies.
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies: peerVersions }),
    'astro.config.mjs': config,
    'src/content.config.ts': collection,
    ...Object.fromEntries(pages),
  }
}

/** VitePress with its default theme, whose local search is switched on, because all others have a search. */
export function vitepressFiles(): Files {
  const sidebar = chapters.map((pages, index) => ({
    text: `Chapter ${index + 1}`,
    items: pages.map(({ title, ...page }) => ({ text: title, link: `/${slugOf(page)}` })),
  }))
  const config = { title: 'Docs', cleanUrls: true, themeConfig: { sidebar, search: { provider: 'local' } } }
  const pages = chapters.flat().map((page): [string, string] => {
    return [`${slugOf(page)}.md`, `# ${page.title}\n\n${textOf(page, 'page.vitepress.md')}`]
  })
  return {
    'package.json': JSON.stringify({ private: true, type: 'module' }),
    '.vitepress/config.mjs': `export default ${JSON.stringify(config)}\n`,
    ...Object.fromEntries(pages),
  }
}

export function slugOf({ chapter, number }: Pick<SamplePage, 'chapter' | 'number'>): string {
  return `chapter-${chapter}/page-${number}`
}
