import { setting } from '@coffer/fields'
import * as v from 'valibot'
import { lengthBetween, required } from '../issues/rules.ts'
import { validateUrlFormat } from './formats.ts'

/** The application's name and URL: the first part of `meta`. */
export const applicationShape = {
  appName: setting(v.string(), 'Acme'),
  appUrl: setting(v.string(), 'http://localhost:8090'),
  /** Hides the collection editor in the dashboard. */
  hideControls: setting(v.boolean(), false),
}

type Application = v.InferOutput<v.ObjectSchema<typeof applicationShape, undefined>>

export function validateApplication({ appName, appUrl }: Application) {
  return {
    appName: required(appName) ?? lengthBetween(appName, 1, 255),
    appUrl: required(appUrl) ?? validateUrlFormat(appUrl),
  }
}
