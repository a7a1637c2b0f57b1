import { readTags } from './readTags.ts'

/** Stands before the name of an attribute that the content policy minds, even where nothing could come of it. */
export const heldPrefix = 'data-held-'

/** Takes the effect from attributes that run a script or change where addresses lead, so that HTML can be read without complaint. */
export const disarm = (html: string): string => {
  const places = readTags(html).flatMap(part =>
    part.kind === 'start'
      ? part.attributes
          .filter(({ name }) => name.startsWith('on') || (part.name === 'base' && name === 'href'))
          .map(({ at }) => at)
      : [],
  )
  const starts = [0, ...places]
  return starts.map((start, index) => (index === 0 ? '' : heldPrefix) + html.slice(start, starts[index + 1])).join('')
}
