import { cofferSettings } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { Guard } from '../../contract.ts'
import { ApiError } from '../../v022/ApiError.ts'

/** Maximum bytes of a batch with its files, if the settings have none. */
const defaultMaxBytes = 128 * 1024 * 1024

/**
 * Asserts that the settings allow batches, and this one by its length.
 * @throws Rejection `forbidden` if batches are off, 400 for a form of unknown length, 413 for a body that is too long
 */
export const assertBatchAllowed: Guard = ({ app, request: { headers } }) => {
  const { enabled, maxBodySize } = cofferSettings(app.settings).batch
  if (!enabled) throw new Rejection('forbidden', { message: 'Batch requests are not allowed.' })
  const length = headers['content-length']
  if (Number(length) > (maxBodySize || defaultMaxBytes)) throw new ApiError(413, 'Request entity too large.')
  if (length === undefined && headers['content-type']?.startsWith('multipart/form-data'))
    throw new Rejection('invalid', { message: 'A batch with files needs the header Content-Length.' })
}
