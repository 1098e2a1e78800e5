#if !Conformance
  #error("Enable the trait “Conformance” of the package naru to use NaruConformance.")
#endif
