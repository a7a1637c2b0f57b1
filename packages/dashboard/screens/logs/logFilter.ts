import { toFilter } from '../../queries/filters/toFilter.ts'
import { type HourRange, rangeFilter } from './chart/hours.ts'

/** Fields that a search term is matched with. */
const searched = ['level', 'message', 'data']

const withoutAdmins = 'data.auth!="admin"'

interface LogView {
  /** Search term or filter as typed. */
  typed: string
  includesAdmins: boolean
  range: HourRange | undefined
}

/** Returns the filter for the requests of list and chart. */
export function logFilter({ typed, includesAdmins, range }: LogView): string {
  const presets = [includesAdmins ? '' : withoutAdmins, range ? rangeFilter(range) : ''].filter(preset => preset !== '')
  const own = toFilter(typed, searched)
  return [...presets, own === '' || presets.length === 0 ? own : `(${own})`].filter(part => part !== '').join(' && ')
}
