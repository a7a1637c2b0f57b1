import { toFilter } from '../../queries/filters/toFilter.ts'
import { type HourRange, rangeFilter } from './chart/hours.ts'

/** The fields in which a term is looked for. */
const searched = ['level', 'message', 'data']

const withoutAdmins = 'data.auth!="admin"'

interface LogView {
  /** A search term or a filter, as it was typed. */
  typed: string
  includesAdmins: boolean
  range: HourRange | undefined
}

/** The filter that list and chart ask the server with. */
export function logFilter({ typed, includesAdmins, range }: LogView): string {
  const presets = [includesAdmins ? '' : withoutAdmins, range ? rangeFilter(range) : ''].filter(preset => preset !== '')
  const own = toFilter(typed, searched)
  return [...presets, own === '' || presets.length === 0 ? own : `(${own})`].filter(part => part !== '').join(' && ')
}
