// Models are a part of Naru: `import Naru` is enough to read and write them.
@_exported public import NaruJSON
// So are messages and secrets, which code without HTTP imports alone.
@_exported public import NaruMessages
