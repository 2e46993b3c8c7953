import type { Request, RequestBody } from './openapi-request.ts'

/** The request as a program in Go, which needs nothing but its standard library. */
export function goSample({ method, url, headers, body }: Request): string {
  const { lines, reader, type } = goBody(body)
  const packages = ['fmt', 'io', 'net/http', ...importsFor(body)].toSorted()
  const given = type === undefined ? [] : [`\trequest.Header.Set("Content-Type", ${type})`]
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...lines,
    `\trequest, err := http.NewRequest(${text(method)}, ${text(url)}, ${reader})`,
    ...failing,
    ...headers.map(([name, value]) => `\trequest.Header.Set(${text(name)}, ${text(value)})`),
    ...given,
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...failing,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...failing,
    '\tfmt.Println(string(answer))',
    '}',
  ].join('\n')
}

const failing = ['\tif err != nil {', '\t\tpanic(err)', '\t}']

function importsFor(body: RequestBody | undefined): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'form') return ['net/url', 'strings']
  return body.kind === 'parts' ? ['bytes', 'mime/multipart'] : ['strings']
}

function goBody(body: RequestBody | undefined): {
  readonly lines: readonly string[]
  readonly reader: string
  readonly type?: string
} {
  if (body === undefined) return { lines: [], reader: 'nil' }
  if (body.kind === 'form') {
    const fields = body.fields.map(([name, value]) => `\tform.Add(${text(name)}, ${text(value)})`)
    return { lines: ['\tform := url.Values{}', ...fields], reader: 'strings.NewReader(form.Encode())' }
  }
  if (body.kind === 'parts') {
    const fields = body.fields.map(([name, value]) => `\tform.WriteField(${text(name)}, ${text(value)})`)
    const lines = ['\tbody := &bytes.Buffer{}', '\tform := multipart.NewWriter(body)', ...fields]
    return { lines: [...lines, '\tform.Close()'], reader: 'body', type: 'form.FormDataContentType()' }
  }
  const written = body.kind === 'text' ? body.text : JSON.stringify(body.value, undefined, 2)
  const lines = [`\tbody := strings.NewReader(${raw(written)})`]
  return { lines, reader: 'body' }
}

/** Escapes of JSON mean the same between double quotes in Go, whose sources have no byte order mark. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll('\uFEFF', '\\ufeff')
}

/** Between backquotes nothing is an escape, but they can't contain a backquote, and drop carriage returns. */
function raw(value: string): string {
  return /[`\r\0\uFEFF]/.test(value) ? text(value) : `\`${value}\``
}
