// Models are a part of Naru: `import Naru` is enough to read and write them.
@_exported public import NaruJSON
