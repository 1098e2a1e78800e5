#if !Conformance
  #error("NaruConformance needs the package trait “Conformance” (or --enable-all-traits).")
#endif
