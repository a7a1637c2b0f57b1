import type { LiveApp } from '../../api/App.ts'
import { createBatchService } from '../../api/code/batchService.ts'
import { errorReply } from '../../api/errorReplies.ts'
import { routes } from '../../api/routes.ts'
import type { Config } from '../../config/config.ts'
import type { Engine, Transaction } from '../../db/engine.ts'
import { engineWithin } from '../../db/engineWithin.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { Body } from '../../messages/ApiRequest.ts'
import type { DataResponse } from '../../messages/DataRequest.ts'
import { jsonOf } from '../../messages/json.ts'
import type { MigrationRequest, StatementRequest } from '../../messages/MigrationRequest.ts'
import type { OpenMigrationApi } from '../../migrations/native/startNative.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { createApp } from '../../threads/createApp.ts'
import { runAllSteps } from '../../threads/requests/runAllSteps.ts'
import { performDataRequest } from './performDataRequest.ts'
import { requestEndpoint, responseOf } from './requestEndpoint.ts'

/** Creates an app that sees and changes what the transaction does. */
function appWithin({ writtenMigrations: _, ...config }: Config, db: Engine, transaction: Transaction): LiveApp {
  const engine = engineWithin(transaction, db)
  const logs = { ...engine, isCounted: async () => false }
  return createApp(config, { db: engine, logs }, versions(), () => undefined)
}

/** Formats each issue as `path: message`. */
const issueTexts = (issues: object, path = ''): string[] =>
  Object.entries(issues).flatMap(([key, part]) =>
    typeof part === 'string' ? [`${path}${key}: ${part}`] : issueTexts(Object(part), `${path}${key}.`),
  )

/** Adds to the message of an error what clients do not see: the author of a migration has to know the reason. */
function explained(reply: ApiReply): ApiReply {
  if (reply.kind !== 'json' || !reply.failure) return reply
  const { message, details } = reply.failure
  const issues = typeof details === 'string' ? [] : issueTexts(details ?? {})
  const reasons = typeof details === 'string' ? [message, details.split('\n')[0]] : [message]
  const json = { ...JSON.parse(jsonOf(reply.json)), message: (issues.length > 0 ? issues : reasons).join(' ') }
  return { ...reply, json: JSON.stringify(json) }
}

const bodyOf = (body: unknown): Body => (body === undefined ? { kind: 'none' } : { kind: 'json', text: JSON.stringify(body) })

/** Returns a function that performs the requests of native migrations in a transaction with the endpoints of the API. */
export function openMigrationApi(config: Config): OpenMigrationApi {
  return (db, transaction, statements) => {
    const app = appWithin(config, db, transaction)
    const storage = async () => (await app.snapshot()).storage()
    const send = requestEndpoint(async (position, _, request) => explained(await runAllSteps(app, position, request)), routes)
    const performData = performDataRequest({
      request: send,
      runBatch: createBatchService(app).run,
      queueMail: async () => {
        throw new Error('Migrations cannot send mails: what they change can still be undone.')
      },
      files: {
        dataDir: config.dataDir,
        storage: { find: async key => (await storage()).find(key), read: async key => (await storage()).read(key) },
      },
    })
    const runStatement = async ({ action, statement, parameters }: StatementRequest): Promise<DataResponse> => {
      const run = async () =>
        action === 'run' ? (await statements.execute(statement, parameters)).changes : statements.query(statement, parameters)
      try {
        // Without a savepoint, PostgreSQL ends the transaction if a statement fails.
        const result = await transaction.attempt(run)
        app.versions.advanceAll()
        return { status: 200, json: JSON.stringify(result) }
      } catch (error) {
        return { status: 400, json: JSON.stringify({ message: messageOf(error) }) }
      }
    }
    const perform = async (request: MigrationRequest): Promise<DataResponse> => {
      if (request.action === 'endpoint') {
        const { method, path, params, query, body } = request
        return send({ method, path, params, query, body: bodyOf(body), as: 'server' })
      }
      return 'statement' in request ? runStatement(request) : performData(request, undefined)
    }
    return async request => {
      try {
        return await perform(request)
      } catch (error) {
        return responseOf(explained(errorReply(error)))
      }
    }
  }
}
