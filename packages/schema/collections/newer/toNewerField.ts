import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { unlimited } from './NewerCollection.ts'

/** The options of a field of any type, by the names of 0.22. */
type Options = Readonly<Record<string, unknown>>

const domains = ({ exceptDomains, onlyDomains }: Options) => ({ exceptDomains, onlyDomains })
const range = ({ min, max }: Options) => ({ min, max })

/** Returns the keys of a field in the format of PocketBase 0.23 and later, by its type. */
const keysOf: Readonly<Record<Field['type'], (options: Options) => Record<string, unknown>>> = {
  text: ({ min, max, pattern, autogeneratePattern = '' }) => ({
    autogeneratePattern,
    max: max ?? 0,
    min: min ?? 0,
    pattern,
    primaryKey: false,
  }),
  editor: ({ convertUrls, maxSize = 0 }) => ({ convertURLs: convertUrls, maxSize }),
  number: options => ({ ...range(options), onlyInt: options.noDecimal }),
  bool: () => ({}),
  email: domains,
  url: domains,
  date: range,
  autodate: ({ onCreate, onUpdate }) => ({ onCreate, onUpdate }),
  geoPoint: () => ({}),
  password: ({ cost, max, min, pattern }) => ({ cost, max, min, pattern }),
  json: ({ maxSize }) => ({ maxSize }),
  select: ({ maxSelect, values }) => ({ maxSelect, values }),
  file: ({ maxSelect, maxSize, mimeTypes, thumbs, protected: isProtected }) => ({
    maxSelect,
    maxSize,
    mimeTypes,
    protected: isProtected,
    thumbs,
  }),
  relation: ({ cascadeDelete, collectionId, maxSelect, minSelect }) => ({
    cascadeDelete,
    collectionId,
    maxSelect: maxSelect ?? unlimited,
    minSelect: minSelect ?? 0,
  }),
}

const shared = ['hidden', 'id', 'name', 'presentable', 'system', 'type', 'help', 'required']

/** Whether a key is an option or another part of a field of this type in the format of PocketBase 0.23 and later. */
export function isNewerFieldKey(type: Field['type'], key: string): boolean {
  return shared.includes(key) || Object.hasOwn(keysOf[type]({}), key)
}

/** Returns a field in the format of PocketBase 0.23 and later. */
export function toNewerField({
  id,
  name,
  type,
  system,
  required,
  presentable,
  options,
  help = '',
  hidden = false,
}: Field): Record<string, unknown> {
  const own = { ...keysOf[type]({ ...options }), hidden, id, name, presentable, system, type }
  // The server sets the value, so there is nothing to require or explain.
  return abilitiesOf({ type }).setsDate ? own : { ...own, help, required }
}
