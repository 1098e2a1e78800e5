// The limits of connections are a part of NaruServer: `import NaruServer` is enough to set them.
@_exported public import NaruServerLimits
