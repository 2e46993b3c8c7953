export { Lexer, parseDocument } from 'yaml'
