export { createMdastHandle, dropHandle, MdastReader, serializeHandle } from 'satteri'
