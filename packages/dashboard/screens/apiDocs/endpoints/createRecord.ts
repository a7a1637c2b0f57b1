import { type Field, fieldType, type Issue } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import type { DocsSubject } from '../DocsSubject.ts'
import type { EndpointDocs } from '../EndpointDocs.ts'
import { accessByRule } from '../parts/access.ts'
import { createBody, exampleFile } from '../parts/bodyExample.ts'
import { bodyTables } from '../parts/bodyParameters.ts'
import { adminsOnly, blank, failure } from '../parts/failure.ts'
import { recordsPath } from '../parts/paths.ts'
import { recordQuery } from '../parts/queryParameters.ts'
import type { RuleNeeds } from '../rules/RuleNeeds.ts'
import { dartArguments, javaScriptOptions, requestOptions, writeRuleSamples } from '../samples/ruleSamples.ts'
import { Code, quoteDart, quoteJavaScript, writeDart, writeJavaScript } from '../samples/writeValue.ts'

/** Returns the field errors of a request with an empty body. */
function issuesOfEmptyBody({ type, schema }: Collection): Record<string, Issue> {
  const required = schema.find(field => field.required)
  if (type === 'auth') return { password: blank }
  return required ? { [required.name]: { code: 'validation_required', message: 'Missing required value.' } } : {}
}

function chosenFiles({ name, ...field }: Field): Code {
  const files = `document.querySelector(${quoteJavaScript(`input[name="${name}"]`)}).files`
  return new Code(fieldType(field).isMultiple(field.options) ? `[...${files}]` : `${files}[0]`)
}

/** Writes the parts of samples that upload files: from file inputs in JavaScript, from paths in Dart. */
const fileSamples = (fields: readonly Field[]) => ({
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

function samplesFor(subject: DocsSubject, needs: RuleNeeds) {
  const { collection, origin } = subject
  const { name } = collection
  const { values: body, files, remarks } = createBody(subject, needs)
  const options = requestOptions(needs)
  const { entries, dartArgument, dartImports } = fileSamples(files)
  const mail = collection.type === 'auth' && 'email' in body
  const [js, dart] = [quoteJavaScript, quoteDart].map(quote => `await pb.collection(${quote(name)})`)
  const verify = '// Sends the mail that verifies the email address.\n'
  const chosen = files.length > 0 ? '// Files come from the file inputs of the page.\n' : ''
  return writeRuleSamples({
    subject,
    needs,
    remarks,
    sent: Object.values(body),
    javascript: [
      `${chosen}const record = ${js}.create(${writeJavaScript({ ...body, ...entries })}${javaScriptOptions(options)})`,
      ...(mail ? [`${verify}${js}.requestVerification(${quoteJavaScript(String(body.email))})`] : []),
    ].join('\n\n'),
    dartImports,
    dart: [
      `final record = ${dart}.create(\n  body: ${writeDart(body).replaceAll('\n', '\n  ')},\n${dartArgument}${dartArguments(options)});`,
      ...(mail ? [`${verify}${dart}.requestVerification(${quoteDart(String(body.email))});`] : []),
    ].join('\n\n'),
    curl: {
      method: 'POST',
      url: `${origin}${recordsPath(collection)}`,
      body,
      ...options,
      files: Object.fromEntries(files.map(field => [field.name, exampleFile(field)])),
    },
  })
}

export const createRecord: EndpointDocs = {
  id: 'create',
  label: 'Create',
  isFor: ({ type }) => type !== 'view',
  describe: subject => {
    const { collection, record } = subject
    const { createRule, name } = collection
    const access = accessByRule(createRule, { ...subject, action: 'create' })
    const holdsFiles = collection.schema.some(field => abilitiesOf(field).holdsFiles)
    return {
      summary: `Creates a record of \`${name}\` and returns it.`,
      notes: [
        `The body is JSON or a form (\`multipart/form-data\`).${holdsFiles ? ' To upload files, send a form; its part `@jsonPayload` can hold all other values as JSON.' : ''}`,
      ],
      access: createRule
        ? { ...access, note: 'The rule is checked against the record as it would be saved. Admins bypass it.' }
        : access,
      method: 'POST',
      path: recordsPath(collection),
      samples: samplesFor(subject, access.needs),
      tables: [...bodyTables(subject, 'create'), recordQuery(subject)],
      responses: [
        { status: 200, when: 'The created record.', body: record },
        failure(
          400,
          `A value is missing or invalid: \`data\` names the fields.${createRule ? ' If it is empty, the rule rejected the request.' : ''}`,
          createRule === null ? undefined : 'Failed to create record.',
          issuesOfEmptyBody(collection),
        ),
        ...(createRule === null ? [adminsOnly] : []),
      ],
    }
  },
}
