import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The packages of the SDKs: the one for PocketBase 0.22, and the one for 0.23 and later. */
export type SdkPackage = 'pocketbase' | 'pocketbase-today'

/** Methods that the types declare but no app calls, and getters of values. */
const internal = /\.(?:constructor|decode|base\w+|is\w+|admins)$/

const crudMethods = ['getFullList', 'getList', 'getFirstListItem', 'getOne', 'create', 'update', 'delete']

/** Services whose methods for single objects are declared by their base class. */
const crudServices = ['AdminService', 'CollectionService']

/** Lists the public methods of the services and of the client in the types of an SDK, such as `RecordService.getList`. */
export function methodsOfSdk(sdk: SdkPackage): string[] {
  const path = fileURLToPath(new URL('./pocketbase.es.d.mts', import.meta.resolve(sdk)))
  const classes = readFileSync(path, 'utf8').matchAll(/class (\w+Service|Client)\b(?:<[^{]*?>)?[^{]*\{\n([\s\S]*?)\n\}/g)
  return [...classes].flatMap(([, name = '', body = '']) => {
    if (name === 'BaseService' || name === 'CrudService') return []
    const own = Array.from(body.matchAll(/^ {4}(?:get )?(\w+)(?:<.*?>)?\(/gm), ([, method]) => String(method))
    const inherited = crudServices.includes(name) ? crudMethods : []
    return [...new Set([...own, ...inherited])].map(method => `${name}.${method}`).filter(method => !internal.test(method))
  })
}
