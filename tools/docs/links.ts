import { access } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path/posix'
import { anchorsIn, type Link, linksIn } from './markdown.ts'

/** Checks every relative link of the files. */
export async function checkLinks(folder: string, texts: ReadonlyMap<string, string>) {
  const links = [...texts].flatMap(([file, text]) => linksIn(file, text))
  const anchors = new Map([...texts].map(([file, text]) => [file, anchorsIn(text)]))
  const faults = await Promise.all(links.map((link) => faultOf(folder, link, anchors)))
  return { checked: links.length, broken: faults.filter((fault) => fault !== undefined) }
}

async function faultOf(folder: string, link: Link, anchors: ReadonlyMap<string, ReadonlySet<string>>) {
  const [path = '', anchor] = link.target.split('#')
  const file = path === '' ? link.file : normalize(join(dirname(link.file), decodeURI(path)))
  const place = `${link.file}:${link.line} links to ${link.target}`
  const isThere = await access(join(folder, file)).then(
    () => true,
    () => false,
  )
  if (!isThere || file.startsWith('../../')) return `${place}: there is no ${file}`
  if (anchor === undefined) return undefined
  const known = anchors.get(file)
  if (known === undefined) return undefined
  return known.has(anchor) ? undefined : `${place}: ${file} has no heading for #${anchor}`
}
