const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** The parts of layouts of Go that stand for a part of a time, the longer ones first where one begins with another. */
const parts =
  /January|Jan|Monday|Mon|MST|2006|-07:00:00|-07:00|-0700|-07|Z07:00|Z0700|[.,]0+(?!\d)|[.,]9+(?!\d)|_2|0[1-6]|15|PM|pm|[1-5]/g

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Formats the fraction of a second: with zeros at its end if the layout has zeros, without them if it has nines. */
function fraction(part: string, milliseconds: number): string {
  const digits = `${String(milliseconds).padStart(3, '0')}000000`.slice(0, part.length - 1)
  const shown = part[1] === '9' ? digits.replace(/0+$/, '') : digits
  return shown === '' ? '' : `${part[0]}${shown}`
}

/** Formats a time in UTC by a layout of Go, such as `2006-01-02 15:04:05`. */
export function formatTime(date: Date, layout: string): string {
  const hour = date.getUTCHours()
  const month = months[date.getUTCMonth()] ?? ''
  const day = days[date.getUTCDay()] ?? ''
  const values: Record<string, string> = {
    January: month,
    Jan: month.slice(0, 3),
    Monday: day,
    Mon: day.slice(0, 3),
    MST: 'UTC',
    '2006': String(date.getUTCFullYear()).padStart(4, '0'),
    '06': twoDigits(date.getUTCFullYear() % 100),
    '01': twoDigits(date.getUTCMonth() + 1),
    '1': String(date.getUTCMonth() + 1),
    '02': twoDigits(date.getUTCDate()),
    _2: String(date.getUTCDate()).padStart(2, ' '),
    '2': String(date.getUTCDate()),
    '15': twoDigits(hour),
    '03': twoDigits(hour % 12 || 12),
    '3': String(hour % 12 || 12),
    '04': twoDigits(date.getUTCMinutes()),
    '4': String(date.getUTCMinutes()),
    '05': twoDigits(date.getUTCSeconds()),
    '5': String(date.getUTCSeconds()),
    PM: hour < 12 ? 'AM' : 'PM',
    pm: hour < 12 ? 'am' : 'pm',
    '-0700': '+0000',
    '-07:00': '+00:00',
    '-07:00:00': '+00:00:00',
    '-07': '+00',
    'Z07:00': 'Z',
    Z0700: 'Z',
  }
  return layout.replaceAll(parts, part => values[part] ?? fraction(part, date.getUTCMilliseconds()))
}
