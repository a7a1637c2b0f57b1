import { Admin } from '../../pb/Admin.ts'
import { Collection } from '../../pb/Collection.ts'
import { DateTime } from '../../pb/DateTime.ts'
import type { Plain } from '../../pb/Host.ts'
import { Record } from '../../pb/Record.ts'
import { Schema } from '../../pb/Schema.ts'
import { SchemaField } from '../../pb/SchemaField.ts'
import { notOffered } from '../notOffered.ts'
import { Command } from './Command.ts'
import { Cookie } from './Cookie.ts'
import { DynamicModel } from './DynamicModel.ts'
import * as errors from './errors.ts'
import { FormData } from './FormData.ts'
import { daoOf } from './HookDao.ts'
import { SubscriptionMessage } from './StreamClient.ts'

/** The classes of 0.22 can be called without `new`, as in `Dao(db)`. */
const callable = <Class extends object>(target: Class): Class =>
  new Proxy(target, { apply: (called, _, args) => Reflect.construct(called as never, args) })

class MailerMessage {
  from: Plain = {}
  to: Plain[] = []
  cc: Plain[] = []
  bcc: Plain[] = []
  subject = ''
  html = ''
  text = ''
  headers: Plain = {}

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }
}

/** Returns a class that cannot be used, with advice about what to do instead. */
function missingClass(name: string, advice: string): object {
  const fail = (): never => {
    throw new errors.GoError(`${name} is not offered. ${advice}`)
  }
  return new Proxy(class {}, { apply: fail, construct: fail })
}

/** `new Dao(db)` of 0.22: the access to data without hooks, in the transaction of a query builder. */
class DaoOf {
  constructor(db: unknown) {
    const dao = daoOf(db)
    if (!dao) throw new errors.GoError('Dao needs the value of $app.dao().db(), or of db() of a transaction.')
    // biome-ignore lint/correctness/noConstructorReturn: scripts call it as a class
    return dao.withoutHooks()
  }
}

/** What rules read of a request, as in 0.22. */
class RequestInfo {
  context = 'default'
  method = ''
  query: Plain = {}
  data: Plain = {}
  headers: Plain = {}
  authRecord: Record | null = null
  admin: Admin | null = null

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }
}

const classes = {
  Record,
  Collection,
  Schema,
  SchemaField,
  Admin,
  DateTime,
  DynamicModel,
  MailerMessage,
  Cookie,
  FormData,
  RequestInfo,
  Command,
  SubscriptionMessage,
  ApiError: errors.StatusError,
  BadRequestError: errors.BadRequestError,
  UnauthorizedError: errors.UnauthorizedError,
  ForbiddenError: errors.ForbiddenError,
  NotFoundError: errors.NotFoundError,
  ValidationError: errors.ValidationError,
}

/** Returns the classes of scripts. The ones that are not offered throw an error with advice. */
export function createClasses(): Plain {
  return {
    ...Object.fromEntries(Object.entries(classes).map(([name, target]) => [name, callable(target)])),
    ...Object.fromEntries(Object.entries(notOffered.classes).map(([name, advice]) => [name, missingClass(name, advice)])),
    Dao: callable(DaoOf as never),
  }
}
