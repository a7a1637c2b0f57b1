import { readTags } from './readTags.ts'

/** Prefix of attributes that would violate the content security policy, even in an inert document. */
export const inertPrefix = 'data-held-'

/** Renames attributes that run scripts or change the base URL, so that HTML can be parsed without violating the content policy. */
export function makeInert(html: string): string {
  const places = readTags(html).flatMap(part =>
    part.kind === 'start'
      ? part.attributes
          .filter(({ name }) => name.startsWith('on') || (part.name === 'base' && name === 'href'))
          .map(({ at }) => at)
      : [],
  )
  const starts = [0, ...places]
  return starts.map((start, index) => (index === 0 ? '' : inertPrefix) + html.slice(start, starts[index + 1])).join('')
}
