import type { Event } from './events.ts'

/** The spaces whose search index an event makes outdated, in the organization of the event. */
export function spacesToIndex(event: Event): readonly string[] {
  switch (event.type) {
    case 'space.content_updated':
    case 'space.duplicated':
    case 'space.updated':
    case 'space.transferred':
    case 'space.purged':
      return [event.spaceId]
    case 'collection.transferred':
      return event.spaces
    default:
      return []
  }
}
