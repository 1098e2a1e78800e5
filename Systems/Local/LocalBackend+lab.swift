#if Lab
  package import Naru
  @_spi(Lab) package import NaruLab
  import ServedSystem
  import Storage

  extension LocalBackend {
    /// Returns the backend with a lab. The backend has to read the time from the lab's clock: `now: { clock.now }`.
    package func withLab(
      clock: LabClock,
      plan: Fault.Plan = Fault.Plan(),
      token: Secret? = nil
    ) async throws -> (backend: LocalBackend, lab: Lab) {
      let systems = systems
      var snapshots: SQLiteSnapshots?
      if context.database.hasPages {
        let new = SQLiteSnapshots(context.database) {
          for system in systems { system.forget() }
        }
        try new.saveInBackground(Self.startName)
        snapshots = new
      }
      let lab = Lab(
        plan: plan,
        snapshots: snapshots,
        people: people,
        makeFailure: { [logger = context.logger] in .database($0, logger: logger) },
        clock: clock
      )
      let backend = replacing(lab.observing(contracts)) { router in
        lab.addRoutes(to: router, token: token)
      }
      try lab.play(plan)
      return (backend, lab)
    }

    /// The users, if stand-ins let anyone be anyone.
    var people: (any PeopleDirectory)? {
      #if StandIns
        if hasStandIns, let identity { return StandInPeople(identity) }
      #endif
      return nil
    }

    /// The name of the snapshot from the start of the server.
    package static let startName = "start"
  }
#endif
