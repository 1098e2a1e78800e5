#if !Observability
  #error("Enable the trait “Observability” of the package naru to use NaruObservability.")
#endif
