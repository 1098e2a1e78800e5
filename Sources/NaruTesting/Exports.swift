// The faults of `FailingTransport`, which a lab has as well: `import NaruTesting` is enough to name them.
@_exported public import NaruRecording
