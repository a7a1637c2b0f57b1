import { errorReply } from '../../api/errorReplies.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { DataRequest, DataResponse } from '../../messages/DataRequest.ts'
import type { Threads } from '../../threads/Threads.ts'
import type { HttpParts } from '../HttpParts.ts'
import { performDataRequest } from './performDataRequest.ts'
import { requestEndpoint, responseOf } from './requestEndpoint.ts'

/** Returns a function that performs requests of hooks in the transaction that waits for them, with the endpoints of the API. */
export function performInTransaction({ dispatcher, writer }: Pick<Threads, 'dispatcher' | 'writer'>, files: HttpParts['files']) {
  const { request, batch } = writer.hookedTransactions
  return async (transaction: string, dataRequest: DataRequest, authorization: string | undefined): Promise<DataResponse> => {
    const perform = performDataRequest({
      request: requestEndpoint((position, _, sent) => request(transaction, position, sent), dispatcher.routes),
      runBatch: (changes, authorization) => batch(transaction, changes, authorization),
      queueMail: async () => {
        throw new Rejection('invalid', {
          message:
            'A hook inside of a transaction cannot send mails, because the transaction can fail. Use a hook after the change.',
        })
      },
      files,
    })
    try {
      return await perform(dataRequest, authorization)
    } catch (error) {
      return responseOf(errorReply(error))
    }
  }
}
