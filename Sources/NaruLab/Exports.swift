// The rules of a lab are faults, which tests have as well: `import NaruLab` is enough to write them.
@_exported public import NaruRecording
