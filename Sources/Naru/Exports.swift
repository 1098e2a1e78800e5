// Models are a part of Naru: who imports it reads and writes them without another import.
@_exported public import NaruJSON
