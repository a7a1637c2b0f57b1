import { type Field, fieldType } from '@coffer/fields'
import { exampleFile } from '../parts/bodyExample.ts'
import { Code, quoteDart, quoteJavaScript } from './writeValue.ts'

const chosenFiles = ({ name, ...field }: Field): Code => {
  const files = `document.querySelector(${quoteJavaScript(`input[name="${name}"]`)}).files`
  return new Code(fieldType(field).isMultiple(field.options) ? `[...${files}]` : `${files}[0]`)
}

/** Writes the parts of samples that upload files: from file inputs in JavaScript, from paths in Dart. */
export const fileSamples = (fields: readonly Field[]) => ({
  /** Entries of the body in JavaScript. */
  entries: Object.fromEntries(fields.map(field => [field.name, chosenFiles(field)])),
  /** Argument of the Dart call; '' if no file is sent. */
  dartArgument:
    fields.length === 0
      ? ''
      : `  files: [\n${fields
          .map(field => `    await http.MultipartFile.fromPath(${quoteDart(field.name)}, ${quoteDart(exampleFile(field))}),\n`)
          .join('')}  ],\n`,
  dartImports: fields.length === 0 ? [] : ["import 'package:http/http.dart' as http;"],
})
