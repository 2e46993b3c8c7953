import assert from 'node:assert/strict'
import type { DocumentPage } from '@stemma/contract'
import { givenOrganization } from '../../packages/server/src/test/harness.ts'
import {
  givenChangeRequest,
  givenWrittenSpace,
  page as pageNamed,
} from '../../packages/server/src/test/writing.ts'
import { decideByApi, givenConflicts, ownText, textsOf } from '../console/conflict-stage.ts'
import { saved } from '../console/writing.ts'
import { firstTime } from './first-time.ts'
import { button, type Ground, heading, textbox } from './ground.ts'
import type { Walker } from './walker.ts'

/** By name: what people do from the first screen to the last, and what must be true then. */
export const walks: Readonly<Record<string, (ground: Ground) => Promise<void>>> = {
  'propose, review, merge': proposeReviewMerge,
  'decide conflicts of three change requests': decideConflicts,
  'suggest a text, and apply it': suggestText,
  'restore a revision': restoreRevision,
  'find and fix a broken link': fixLink,
  'begin: sign in, create a space, write three pages, request a review': firstTime,
}

async function proposeReviewMerge({ served: { server, origin }, walkerFor }: Ground) {
  const space = await givenWrittenSpace(server, pageNamed('Install', { document: { markdown: 'Run it.\n' } }))
  const { spaceId, organization, admin, editor, reviewer } = space
  const api = server.as(admin)
  const params = { spaceId }
  await api.updateSpaceById({ params, body: { title: 'Handbook', editMode: 'locked' } })
  const home = `${origin}/app/o/${organization.id}`

  const author = await walkerFor(editor)
  await author.page.goto(home)
  await author.use(author.page.locator('.space-card', { hasText: 'Handbook' }))
  await author.page.getByText('Run it.').waitFor()
  await author.shortcut('e', button(author.page, 'Edit'))
  await author.toEndOf(textbox(author.page), author.page.getByText('Run it.'))
  await author.type(' Then open the console.')
  await saved(author.page)
  await author.use(button(author.page, 'Request review'))
  await author.page.getByRole('dialog').getByRole('textbox').waitFor()
  await author.type('Say what comes next')
  await author.shortcut('Enter', button(author.page, 'Request review', author.page.getByRole('dialog')))
  await author.page.locator('.crumbs').getByText('Open', { exact: true }).waitFor()

  const other = await walkerFor(reviewer)
  await other.page.goto(home)
  await heading(other.page, 'Home').waitFor()
  await openReview(other, 'Say what comes next')
  await other.page.locator('ins', { hasText: 'Then open the console' }).waitFor()
  await other.shortcut('j', button(other.page, 'Next change'))
  await other.shortcut('a', button(other.page, 'Approve'))
  await other.page.locator('.reviewers').getByText('approved').waitFor()
  await merge(other)
  assert.deepEqual(await textsOf(api, spaceId), ['Install\nRun it. Then open the console.\n'])
}

async function decideConflicts({ served: { server, origin }, means, walkerFor }: Ground) {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const here = await givenConflicts(api, organization)
  const walker = await walkerFor(organization.admin)
  const { page } = walker
  await page.goto(`${origin}/app/o/${organization.id}/s/${here.spaceId}/~/changes`)
  await heading(page, 'Change requests').waitFor()
  for (const subject of ['Salt bread', 'Rolls', 'Buns']) {
    await openReview(walker, subject)
    await walker.use(page.getByRole('link', { name: 'Decide conflicts' }))
    for (const [at, choice] of ['Ours', 'Theirs', 'Own text'].entries()) {
      await heading(page, `Conflict ${at + 1} of 3`).waitFor()
      const option = page.getByRole('radio', { name: new RegExp(`^${choice}`) })
      await option.waitFor()
      await walker.shortcut(String(at + 1), option)
      if (at < 2) await walker.shortcut('j', button(page, 'Next conflict'))
    }
    const field = page.getByRole('textbox')
    await field.and(page.locator(':focus')).waitFor()
    if (means === 'keyboard') await walker.press('Control+a')
    else await walker.press('Backspace', (await field.inputValue()).length)
    await walker.type(ownText)
    await page.getByRole('button', { name: 'Send decisions', disabled: false }).waitFor()
    await walker.shortcut('Control+Enter', button(page, 'Send decisions'))
    await page.getByText('No conflicts').waitFor()
    await merge(walker)
  }
  const there = await givenConflicts(api, organization)
  for (const number of [there.first, there.second, there.third]) await decideByApi(api, there.spaceId, number)
  assert.deepEqual(await textsOf(api, here.spaceId), await textsOf(api, there.spaceId))
}

async function suggestText({ served: { server, origin }, walkerFor }: Ground) {
  const text = (words: string) => `*  first\n\n${words}\n\n*  last\n`
  const document = { markdown: text('Run it.') }
  const space = await givenWrittenSpace(server, pageNamed('Install', { document }))
  const { spaceId, organization, commenter, editor } = space
  const api = server.as(editor)
  const [install = ''] = (await api.listPages({ params: { spaceId } })).pages.map(({ id }) => id)
  const { number, params, write } = await givenChangeRequest(server, spaceId, editor)
  await write({ operation: 'update_page', page: install, document: { markdown: text('Run it twice.') } })
  const review = `${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${number}`

  const reader = await walkerFor(commenter)
  await reader.page.goto(review)
  await reader.page.getByRole('article', { name: 'Changed' }).waitFor()
  await reader.shortcut('j', button(reader.page, 'Next change'))
  await reader.use(reader.page.getByRole('button', { name: /^Suggest another text for “Run it twice/ }))
  await reader.page.locator('.comment-box textarea:focus').waitFor()
  await reader.type(' Then rest.')
  await reader.shortcut('Control+Enter', button(reader.page, 'Suggest'))
  await reader.page.getByText('Suggests another text').waitFor()

  const author = await walkerFor(editor)
  await author.page.goto(review)
  await author.use(button(author.page, 'Apply the suggestion'))
  await author.page.locator('.change ins', { hasText: 'Then rest' }).waitFor()
  const key = { ...params, pageId: install }
  const page = await api.getPageInChangeRequestById({ params: key, query: { format: 'markdown' } })
  assert.equal((page as DocumentPage).markdown, text('Run it twice. Then rest.'))
}

async function restoreRevision({ served: { server, origin }, walkerFor }: Ground) {
  const space = await givenWrittenSpace(server, pageNamed('Install'), pageNamed('Limits'))
  const { spaceId, organization, admin } = space
  const api = server.as(admin)
  const before = await textsOf(api, spaceId)
  const { pages } = await api.listPages({ params: { spaceId } })
  const [install = '', limits = ''] = pages.map(({ id }) => id)
  await space.write({ operation: 'update_page', page: install, document: { markdown: 'Nothing.\n' } })
  await space.write({ operation: 'delete_page', page: limits })

  const walker = await walkerFor(admin)
  const { page } = walker
  await page.goto(`${origin}/app/o/${organization.id}/s/${spaceId}`)
  await page.getByText('Nothing.').waitFor()
  await walker.goTo('History')
  await walker.use(page.getByRole('link', { name: /^Added 2 pages/ }))
  await heading(page, 'Added 2 pages', 2).waitFor()
  await walker.use(button(page, 'Restore'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This changes 2 pages').waitFor()
  await walker.shortcut('Enter', button(page, 'Restore', dialog))
  await dialog.waitFor({ state: 'detached' })
  // On a phone, the list is behind the revision that is shown.
  await page.locator('.revision').nth(4).waitFor({ state: 'attached' })
  assert.deepEqual(await textsOf(api, spaceId), before)
}

/** A change request deletes a page to which another links: the review says so. */
async function fixLink({ served: { server, origin }, means, walkerFor }: Ground) {
  const document = { markdown: 'First, install it.\n\nThen see [the limits](old-limits.md).\n' }
  const space = await givenWrittenSpace(
    server,
    pageNamed('Start', { document }),
    pageNamed('Limits'),
    pageNamed('Old limits'),
  )
  const { spaceId, organization, admin, editor } = space
  const api = server.as(admin)
  const { pages } = await api.listPages({ params: { spaceId } })
  const gone = pages.find(({ title }) => title === 'Old limits')?.id ?? ''
  const change = await givenChangeRequest(server, spaceId, editor)
  await change.write({ operation: 'delete_page', page: gone })

  const walker = await walkerFor(editor)
  const { page } = walker
  await page.goto(`${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${change.number}`)
  await page.getByText('1 link leads nowhere').waitFor()
  await walker.use(page.locator('.checks').getByRole('link', { name: 'Start' }))
  await page.getByText('First, install it.').waitFor()
  await walker.shortcut('e', button(page, 'Edit'))
  await textbox(page).waitFor()
  await walker.shortcut('Control+Shift+M', page.getByRole('radio', { name: 'Source' }))
  const source = page.locator('.cm-content')
  const last = source.locator('.cm-line', { hasText: 'Then see' })
  await walker.toEndOf(source, last)
  // The last line of the source is empty.
  if (means === 'keyboard') await walker.press('ArrowLeft')
  await walker.press('Backspace', 'old-limits.md).'.length)
  await walker.type('limits.md).')
  await saved(page)
  // There, the Tab key leads on; in the source it indents.
  await walker.shortcut('Control+Shift+M', page.getByRole('radio', { name: 'Visual' }))
  await walker.use(page.locator('.crumbs').getByRole('link', { name: `#${change.number}` }))
  await page.getByText('No broken links').waitFor()
  const params = { spaceId, changeRequestId: change.id }
  const { stats } = await api.listChangeRequestLinks({ params, query: {} })
  assert.equal(stats.broken.total, 0)
}

/** From any screen to the review of a change request. */
async function openReview(walker: Walker, subject: string) {
  const { page } = walker
  const link = page.getByRole('main').getByRole('link', { name: subject, exact: true })
  await walker.goTo('Reviews')
  await heading(page, 'Reviews').waitFor()
  await walker.use(link)
  await heading(page, subject).waitFor()
}

async function merge(walker: Walker) {
  await walker.use(button(walker.page, 'Merge'))
  await walker.page.locator('.review-acts').getByText('Merged').waitFor()
}
