import type { Endpoint } from '../contract.ts'
import { downloadFile, headOfFile } from './download.ts'
import { createFileToken } from './token.ts'

export const fileRoutes: readonly Endpoint[] = [createFileToken, downloadFile, headOfFile]
