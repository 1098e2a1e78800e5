#if !Observability
  #error("NaruObservability needs the package trait “Observability” (or --enable-all-traits).")
#endif
